# ---
# title: Move a row yourself
# description: A notebook to change, with one attention head of thirteen entities, a seed, and features to rewrite. Watch what bob attends to.
# given: {"13": world.size, "8": head.d_model, "4": head.d_k}
# jupyter:
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # Move a row yourself
#
# This page is a notebook. Every cell ran when the book was built, in one fresh process from top to bottom, and what it printed is compared with a committed copy. To change something, take a clone of this book, run `make setup` in it once, install Jupyter (or an editor that opens notebooks) into its `.venv`, and open the downloaded file with that environment: it needs the package `softlookup`, which is in the clone.
#
# The chapter [One head, start to finish](../attention/one-head.md) explains every step. Here they are once more, to be meddled with.

# %% [markdown]
# ## The head
#
# Thirteen entities, 8 features each, and three random matrices of 8 rows and 4 columns. Everything hangs on one seed.

# %% id="head"
import numpy as np

from softlookup.experiments.head import (
    BUMP,
    build_head,
    draw_features,
    trace_head,
)
from softlookup.show.moves import trace_move
from softlookup.world import describe_world

seed = 0  # change me

world = describe_world()
rng = np.random.default_rng(seed)
X = draw_features(rng, world, d_model=8, bump=BUMP)  # (13, 8)
head = trace_head(rng, X, d_k=4)

for match in head.bob.top[:3]:
    print(f"{match.name:6} {match.weight:.4f}")

# %% [markdown]
# With seed 0 this is the book's own head: bob gives p2 a weight of [0.2286](=head.bob.on.p2.weight), himself [0.1397](=head.bob.on.bob.weight) and mit [0.1089](=head.bob.on.mit.weight).

# %% [markdown]
# ## Another seed
#
# The same features' bumps, the same shapes, other random numbers.

# %% id="seed"
other = 1  # change me

rng = np.random.default_rng(other)
drawn = draw_features(rng, world, d_model=8, bump=BUMP)
other_head = trace_head(rng, drawn, d_k=4)

print(trace_move(head.bob, other_head.bob))

# %% [markdown]
# Nothing of the row is left. Over [10](=len(moves.seeds)) seeds, counted from 0, the first place in bob's row goes to [9](=moves.favourite_count) different entities, with weights from [0.120](=moves.smallest_lead_weight) up. What bob attends to in this book means nothing; how it comes about is all that there is to learn from it.

# %% [markdown]
# ## One entity's features
#
# Now keep the projections and rewrite one row of $X$. Below, the features of p2 are set to 0, so that its key and its value are 0 as well.

# %% id="silence"
changed = X.copy()
changed[world.entities.index("p2")] = 0  # change me

silenced = build_head(changed, head.w_q, head.w_k, head.w_v)

print(trace_move(head.bob, silenced.bob))

# %% [markdown]
# Did you expect p2 to vanish? Its weight is [0.0958](=moves.silenced.bob.on.p2.weight), [more than](=moves.silenced.bob.on.p2.weight>head.uniform) an equal share. A key of 0 has the score 0, and 0 is a score like any other: bob's scores with [8](=moves.below_silent) of the 13 keys are lower. All other scores stand where they stood, so the other weights grow by one common factor, here [1.172](=moves.silenced.bob.on.mit.weight/head.bob.on.mit.weight), the ratio of the old sum of exponentials to the new. To take a key out of a row one needs a mask, which sets the score to $-\infty$.

# %% [markdown]
# ## Bob's own features
#
# Bob is a query too. Twice the features are twice the query, and so twice the score with every key; his own key is twice as long as well, so that the score with himself grows by a factor of 4.

# %% id="double"
changed = X.copy()
changed[world.entities.index("bob")] *= 2  # change me

doubled = build_head(changed, head.w_q, head.w_k, head.w_v)

print(trace_move(head.bob, doubled.bob))

# %% [markdown]
# The row is sharper, as if its [temperature](../attention/softmax.md#temperature) had been halved, but for bob himself: he goes from [0.1397](=head.bob.on.bob.weight) to [0.3691](=moves.doubled.bob.on.bob.weight) and [past p2](=moves.doubled.bob.on.bob.weight>moves.doubled.bob.on.p2.weight). A dot product does not only ask how alike two directions are. It also asks how long the vectors are.

# %% [markdown]
# ## Things to try
#
# - Multiply bob's features by a small number. What must the row tend to, and why?
# - Multiply them by $-1$. Which key did bob like least before, and where is it now?
# - Give p2 the features of ml. Which columns of the table change, and for whom?
# - Replace `head.w_k` by `head.w_q`. Is the matrix of raw scores symmetric now? Is the matrix of weights?
