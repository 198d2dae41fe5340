"""`python -m scopeboard` is `dashboard`."""

from scopeboard.cli.main import main

raise SystemExit(main())
