"""The values of the pages on contributing: other tools beside the verdict, and what readers get."""

from softlookup.experiments.lighthouse import Lighthouse, read_lighthouse
from softlookup.experiments.tools_compared import ToolsCompared, read_tools_compared
from softlookup.experiments.tools_raced import ToolsRaced, read_tools_raced
from softlookup.values.chapter import Chapter
from tether.experiment import experiment


class Contribute(Chapter):
    """Values for the pages on contributing."""

    @experiment(source=read_tools_compared)
    def compared(self) -> ToolsCompared:
        """Give the record of other tools, and the verdict, with pages that no longer hold."""
        return read_tools_compared()

    @experiment(source=read_tools_raced)
    def raced(self) -> ToolsRaced:
        """Give the record of how long they take for the same count of numbers."""
        return read_tools_raced()

    @experiment(source=read_lighthouse)
    def lighthouse(self) -> Lighthouse:
        """Give the record of what Lighthouse says of the front page and the heaviest chapter."""
        return read_lighthouse()
