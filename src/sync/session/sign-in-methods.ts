import type { SignInMethod } from './sign-in.ts';

const signIn = () => import('./sign-in.ts');

/** The sign-in methods, documented in `sign-in.ts`, whose code is loaded with the session. */
export const login =
  (...given: readonly [email: string, password: string]): SignInMethod =>
  async (ask) =>
    (await signIn()).login(...given)(ask);

export const withCode =
  (...given: readonly [username: string, password: string, token: string]): SignInMethod =>
  async (ask) =>
    (await signIn()).withCode(...given)(ask);

export const register =
  (...given: readonly [email: string, password: string, eventcode: string, name: string]): SignInMethod =>
  async (ask) =>
    (await signIn()).register(...given)(ask);
