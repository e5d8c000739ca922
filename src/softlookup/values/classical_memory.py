"""The values of the chapter on the network of 1982."""

from softlookup.experiments.classical_recall import LoadSweep, load_network
from softlookup.experiments.classical_theory import Capacity, find_capacity
from softlookup.experiments.classical_trace import ClassicalTrace, trace_network
from softlookup.experiments.echo import Echo, find_echo
from softlookup.experiments.pictures import Pictures, recall_pictures
from softlookup.experiments.rival_memories import Rivals, face_rivals
from softlookup.values.chapter import Chapter
from softlookup.values.seeds import Stream, make_generator
from tether.experiment import experiment


class ClassicalMemory(Chapter):
    """Values for the chapter on the network of 1982."""

    @experiment(source=trace_network)
    def classical_trace(self) -> ClassicalTrace:
        """Give a network of six signs, and what becomes of a cue between its two patterns."""
        return trace_network()

    @experiment(source=load_network)
    def classical_64(self) -> LoadSweep:
        """Give what a network of 64 signs recalls, by how many patterns it keeps."""
        counts = (3, 5, 7, 8, 9, 10, 12, 16, 20, 25)
        return load_network(make_generator(Stream.CLASSICAL_64), width=64, counts=counts, trials=6000)

    @experiment(source=load_network)
    def classical_500(self) -> LoadSweep:
        """Give what a network of 500 signs recalls, by how many patterns it keeps."""
        counts = (40, 50, 60, 69, 80)
        return load_network(make_generator(Stream.CLASSICAL_500), width=500, counts=counts, trials=900)

    @experiment(source=load_network)
    def classical_beyond(self) -> LoadSweep:
        """Give what is left of a pattern far above the load of 0.138, in a network of 500 signs."""
        generator = make_generator(Stream.CLASSICAL_BEYOND)
        return load_network(generator, width=500, counts=(100, 150), trials=40)

    @experiment(source=find_capacity)
    def classical_limit(self) -> Capacity:
        """Give the largest load of an endlessly wide network, and the overlap there."""
        return find_capacity()

    @experiment(source=face_rivals)
    def rivals(self) -> Rivals:
        """Give both networks' answers to the same noisy cues, by how many patterns they store."""
        return face_rivals(
            make_generator(Stream.RIVALS),
            width=64,
            noise=0.3,
            beta=16.0,
            few=(1, 2, 3, 5, 6, 7, 8, 9),
            trials=5000,
            many=(16, 31, 85, 200, 400, 800),
            sets=80,
            cues=50,
            near=(440, 520),
            near_cues=500,
        )

    @experiment(source=find_echo)
    def echo(self) -> Echo:
        """Give what a softmax step makes of a clean cue in a crowd without end."""
        return find_echo(width=64, beta=16.0)

    @experiment(source=recall_pictures)
    def pictures(self) -> Pictures:
        """Give small pictures, spoilt and recalled by both networks."""
        return recall_pictures(make_generator(Stream.PICTURES), flip=0.2, cues=500, starts=2100)
