"""Generated from proto/ by scripts/generate; do not edit."""
