import sys
from pathlib import Path

# Tests are no package; what those of figures share is found from the root of the repository.
sys.path.insert(0, str(Path(__file__).parents[3]))
