import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';

/** The token of the link that led here, which stays in memory alone: the address is left without it, and so is the history. */
export function useToken(given: string | null, path: string): string | null {
  const [token, setToken] = useState(given);
  const [, navigate] = useLocation();
  // Another link of its kind was opened in this tab.
  if (given !== null && given !== token) setToken(given);
  useEffect(() => {
    if (given !== null) navigate(path, { replace: true });
  }, [given, path, navigate]);
  return token;
}
