/** Hands a session to the components below it: two workspaces on one page have two sessions. */
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { GraphOptions } from "../options/graph-options";
import type { GraphSession } from "./graph-session";

const SessionContext = createContext<GraphSession | null>(null);

export const SessionProvider = SessionContext.Provider;

export function useSession(): GraphSession {
  const session = useContext(SessionContext);
  if (session === null) throw new Error("No SessionProvider is around this component.");
  return session;
}

export function useOptions(): GraphOptions {
  return useSession().options;
}
