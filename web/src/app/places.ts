/** The screens that do not require a sign-in. */
export const publicPaths = [
  '/auth/signin',
  '/auth/forgot-password',
  '/auth/confirm',
  '/auth/email',
  '/auth/reset-password',
  '/auth/oidc',
  '/verify',
  '/key',
] as const
export type PublicPath = (typeof publicPaths)[number]

export function publicPath(pathname: string): PublicPath | null {
  // What follows `/key` is the link of one page.
  const path = pathname.replace(/^(\/key)\/.+|\/+$/, '$1')
  return publicPaths.find((each) => each === path) ?? null
}
