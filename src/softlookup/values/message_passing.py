"""The values of the chapter on message passing: graphs, the cost of n², and who played which role."""

from softlookup.experiments.attention_race import AttentionRace, read_race
from softlookup.experiments.blockwise_record import BlockwiseRecord, read_blockwise_record
from softlookup.experiments.costs import Costs, count_costs
from softlookup.experiments.hops import Hops, spread_influence
from softlookup.experiments.message_layers import MessageLayers, pass_layers
from softlookup.experiments.relation_bias import RelationBias, bias_heads
from softlookup.experiments.rings import Rings, compare_rings
from softlookup.experiments.role_binding import RoleBinding, bind_roles
from softlookup.experiments.same_row import Recovery, SameRow, find_same_rows, recover_weights
from softlookup.experiments.small_race import SmallRace, read_small_race
from softlookup.experiments.uniform_logits import UniformLogits, level_logits
from softlookup.experiments.wirings import Wirings, wire_world
from softlookup.values.chapter import Chapter
from softlookup.values.seeds import Stream, make_generator
from softlookup.world import describe_world
from tether.experiment import experiment

WIDTHS = (1, 2, 4, 8, 10, 11, 12, 13, 16, 24, 48)
"""The widths of values from which bob's weights are read back."""


class MessagePassing(Chapter):
    """Values for the chapter on message passing."""

    @experiment(source=wire_world)
    def wirings(self) -> Wirings:
        """Give the facts of the academic world as graphs."""
        return wire_world(describe_world())

    @experiment(source=pass_layers)
    def layers(self) -> MessageLayers:
        """Give one layer of message passing over them, by several rules."""
        generator = make_generator(Stream.LAYERS)
        return pass_layers(generator, self._recipe.head, wire_world(describe_world()))

    @experiment(source=bias_heads)
    def relation_bias(self) -> RelationBias:
        """Give the head with relations on its logits, and heads in place of relations."""
        world, generator = describe_world(), make_generator(Stream.RELATION_BIAS)
        return bias_heads(generator, self._recipe.head, world, wire_world(world))

    @experiment(source=level_logits)
    def uniform(self) -> UniformLogits:
        """Give the head's values under equal logits, and the head without its diagonal."""
        return level_logits(self._recipe.head)

    @experiment(source=spread_influence)
    def hops(self) -> Hops:
        """Give whose features can change bob's after one layer and after several."""
        generator = make_generator(Stream.HOPS)
        return spread_influence(generator, self._recipe.head, wire_world(describe_world()), most=5)

    @experiment(source=compare_rings)
    def rings(self) -> Rings:
        """Give two graphs that message passing cannot tell apart, and what can."""
        return compare_rings(make_generator(Stream.RINGS), rounds=6)

    @experiment(source=find_same_rows)
    def same_row(self) -> SameRow:
        """Give all weightings of the head's values that make bob's output row."""
        return find_same_rows(self._recipe.head)

    @experiment(source=recover_weights)
    def recovery(self) -> Recovery:
        """Give bob's weights read back from rows of values of several widths."""
        return recover_weights(make_generator(Stream.RECOVERY), self._recipe.head, WIDTHS, draws=300)

    @experiment(source=bind_roles)
    def binding(self) -> RoleBinding:
        """Give two facts in one row, and what tells who played which role."""
        return bind_roles(make_generator(Stream.BINDING), width=16, share=0.7, heads=4)

    @experiment(source=count_costs)
    def costs(self) -> Costs:
        """Give what attention over n nodes costs, and blocks held against the plain form."""
        blocks = ((64, 64), (7, 100), (512, 512))
        return count_costs(make_generator(Stream.COSTS), width=64, nodes=300, blocks=blocks)

    @experiment(source=read_blockwise_record)
    def blockwise(self) -> BlockwiseRecord:
        """Give the record of blockwise attention up to a hundred thousand nodes."""
        return read_blockwise_record()

    @experiment(source=read_small_race)
    def small_race(self) -> SmallRace:
        """Give the record of blockwise attention beside the plain form on small lookups."""
        return read_small_race()

    @experiment(source=read_race)
    def race(self) -> AttentionRace:
        """Give the record of blockwise attention beside other forms."""
        return read_race()
