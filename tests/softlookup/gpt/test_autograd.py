"""PyTorch's own derivatives as an oracle, where it is installed (`pip install --group oracle`)."""

from typing import Any

import numpy as np
import pytest

from softlookup.gpt.batch import Batch
from softlookup.gpt.forward import forward
from softlookup.gpt.gradient import loss_and_grad
from softlookup.gpt.optimise import Adam, Sgd, train
from softlookup.gpt.parameters import Parameters
from support.small_gpt import draw_model

torch: Any = pytest.importorskip("torch")


def make_leaves(parameters: Parameters) -> dict[str, Any]:
    """Give the arrays as tensors that want a gradient."""
    return {name: torch.tensor(array, requires_grad=True) for name, array in parameters}


def lose(leaves: dict[str, Any], batch: Batch) -> Any:  # noqa: ANN401  (a tensor)
    """Give the mean cross-entropy by PyTorch's own attention and loss, and the logits at the pairs."""
    x = leaves["embeddings"][torch.tensor(batch.tokens)]
    if "positions" in leaves:
        x = x + leaves["positions"][: batch.tokens.shape[1]]
    output = torch.nn.functional.scaled_dot_product_attention(
        x @ leaves["w_q"], x @ leaves["w_k"], x @ leaves["w_v"], is_causal=True
    )
    logits = (output @ leaves["w_o"])[torch.tensor(batch.trained)]
    return torch.nn.functional.cross_entropy(logits, torch.tensor(batch.wanted)), logits


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("positions", [0, 9])
def test_autograd_agrees(everything: Batch, seed: int, positions: int) -> None:
    parameters = draw_model(seed, positions=positions)
    leaves = make_leaves(parameters)
    value, logits = lose(leaves, everything)
    value.backward()
    own_loss, gradient = loss_and_grad(parameters, everything)
    assert own_loss == pytest.approx(value.item(), rel=1e-13)
    own_logits = forward(parameters, everything.tokens)[everything.trained]
    np.testing.assert_allclose(own_logits, logits.detach().numpy(), atol=1e-12)
    for name, array in gradient:
        np.testing.assert_allclose(array, leaves[name].grad.numpy(), atol=1e-13, err_msg=name)


@pytest.mark.parametrize(("own", "name"), [(Sgd(0.1), "SGD"), (Adam(0.02), "Adam")], ids=["sgd", "adam"])
def test_its_optimisers_take_the_same_steps(
    traced: Parameters, everything: Batch, own: Sgd | Adam, name: str
) -> None:
    leaves = make_leaves(traced)
    stepper = getattr(torch.optim, name)(leaves.values(), lr=own.rate)
    losses = []
    for _ in range(50):
        stepper.zero_grad()
        value, _ = lose(leaves, everything)
        value.backward()
        losses.append(value.item())
        stepper.step()
    training = train(traced, everything, own, 50)
    np.testing.assert_allclose(training.losses[:-1], losses, rtol=1e-10)
    for name_, array in training.end:
        np.testing.assert_allclose(array, leaves[name_].detach().numpy(), atol=1e-9, err_msg=name_)
