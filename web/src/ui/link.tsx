import { type ComponentProps, type ComponentType, createContext, type ReactNode, use } from 'react'

export type LinkProps = Omit<ComponentProps<'a'>, 'href'> & { href: string }

/** How the application draws a link to one of its own screens, and fetches what the screen will need ahead of a click. */
export interface Links {
  Link: ComponentType<LinkProps>
  prefetch?(href: string): void
}

const PlainLink = (props: LinkProps) => <a {...props} />

const LinksContext = createContext<Links>({ Link: PlainLink })

export function LinkProvider({ links, children }: { links: Links; children: ReactNode }) {
  return <LinksContext value={links}>{children}</LinksContext>
}

export const useLinks = (): Links => use(LinksContext)

/** A link to a screen of the application; outside of a provider an ordinary one. */
export function InternalLink(props: LinkProps) {
  const { Link } = useLinks()
  return <Link {...props} />
}
