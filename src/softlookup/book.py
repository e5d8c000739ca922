"""What the pages may quote: every experiment's result under one name, each made once on first use.

Each chapter's names stand in the module of that chapter's name in `softlookup.values`; `seeds` there
holds where all draws begin.
"""

from softlookup.values.classical_memory import ClassicalMemory
from softlookup.values.contribute import Contribute
from softlookup.values.exercises import Exercises
from softlookup.values.gpt_closeness import GptCloseness
from softlookup.values.gpt_order import GptOrder
from softlookup.values.gpt_traced import GptTraced
from softlookup.values.gpt_training import GptTraining
from softlookup.values.jacobian import SoftmaxJacobian
from softlookup.values.memory_load import MemoryLoad
from softlookup.values.memory_sharpness import MemorySharpness
from softlookup.values.memory_update import MemoryUpdate
from softlookup.values.message_passing import MessagePassing
from softlookup.values.multi_head import SeveralHeads
from softlookup.values.one_head import OneHead
from softlookup.values.retrieval import RetrievalLimit
from softlookup.values.scaling import ScoreScaling
from softlookup.values.seeds import SEED
from softlookup.values.softmax import Softmax
from softlookup.values.tools import Tools

__all__ = ["SEED", "Book", "book"]


class Book(
    Tools,
    Softmax,
    OneHead,
    RetrievalLimit,
    ScoreScaling,
    SoftmaxJacobian,
    SeveralHeads,
    MessagePassing,
    MemoryUpdate,
    MemoryLoad,
    MemorySharpness,
    ClassicalMemory,
    GptTraced,
    GptTraining,
    GptCloseness,
    GptOrder,
    Exercises,
    Contribute,
):
    """The values of the book; `book` is the one instance that pages quote from."""


book = Book()
