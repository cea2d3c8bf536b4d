// Before the first paint, so that a dark hall sees no white flash. The value is set by src/ui/look/theme.ts.
try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage is blocked: the phone's own setting applies.
}
