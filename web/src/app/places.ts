/** The screens that do not require a sign-in. */
export const publicPaths = [
  '/auth/signin',
  '/auth/forgot-password',
  '/auth/confirm',
  '/auth/email',
  '/auth/reset-password',
  '/auth/oidc',
  '/verify',
] as const
export type PublicPath = (typeof publicPaths)[number]

export function publicPath(pathname: string): PublicPath | null {
  const path = pathname.replace(/\/+$/, '')
  return publicPaths.find((each) => each === path) ?? null
}
