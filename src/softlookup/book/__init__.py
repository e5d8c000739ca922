"""What the pages may quote: every experiment's result under one name, each made once on first use.

Each chapter's names stand in the module of that chapter's name; `seeds` holds where all draws begin.
"""

from softlookup.book.jacobian import SoftmaxJacobian
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
    Tools, Softmax, OneHead, RetrievalLimit, ScoreScaling, SoftmaxJacobian, SeveralHeads, MessagePassing
):
    """The values of the book; `book` is the one instance that pages quote from."""


book = Book()
