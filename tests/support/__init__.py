"""What tests share: suites, sites, browsers, and programs run apart."""
