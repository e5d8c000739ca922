/* Only in the book that is read from a disk: there a browser starts no worker, and the search runs in one.
   A frame that nobody sees runs the same script, and passes the same messages. */
(() => {
  if (location.protocol !== "file:") return;
  window.Worker = class extends EventTarget {
    constructor(address) {
      super();
      const frame = document.createElement("iframe");
      frame.hidden = true;
      frame.title = "Search";
      this.frame = frame;
      this.ready = new Promise((done) => {
        frame.addEventListener("load", () => {
          const inside = frame.contentWindow;
          inside.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
          const script = inside.document.createElement("script");
          script.src = address;
          script.addEventListener("load", done);
          script.addEventListener("error", () => this.dispatchEvent(new ErrorEvent("error", { message: `${address} was not read` })));
          inside.document.head.append(script);
        });
      });
      frame.srcdoc = "<!doctype html><title>Search</title>";
      document.documentElement.append(frame);
    }

    postMessage(data) {
      this.ready.then(() => this.frame.contentWindow.dispatchEvent(new MessageEvent("message", { data })));
    }

    terminate() {
      this.frame.remove();
    }
  };
})();
