"""`python -m scopeboard` is `dashboard`."""

from scopeboard.cli import main

raise SystemExit(main())
