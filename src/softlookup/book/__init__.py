"""What the pages may quote: every experiment's result under one name, each made once on first use.

Each chapter's names stand in the module of that chapter's name; `seeds` holds where all draws begin.
"""

from softlookup.book.classical_memory import ClassicalMemory
from softlookup.book.contribute import Contribute
from softlookup.book.gpt_closeness import GptCloseness
from softlookup.book.gpt_order import GptOrder
from softlookup.book.gpt_traced import GptTraced
from softlookup.book.gpt_training import GptTraining
from softlookup.book.jacobian import SoftmaxJacobian
from softlookup.book.memory_load import MemoryLoad
from softlookup.book.memory_sharpness import MemorySharpness
from softlookup.book.memory_update import MemoryUpdate
from softlookup.book.message_passing import MessagePassing
from softlookup.book.multi_head import SeveralHeads
from softlookup.book.one_head import OneHead
from softlookup.book.retrieval import RetrievalLimit
from softlookup.book.scaling import ScoreScaling
from softlookup.book.seeds import SEED
from softlookup.book.softmax import Softmax
from softlookup.book.tools import Tools

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
    Contribute,
):
    """The values of the book; `book` is the one instance that pages quote from."""


book = Book()
