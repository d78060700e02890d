/** A thing with things below it. */
export interface TreeNode {
  id: string
  name: string
  /** A code or a kind: shown quietly, and found as well. */
  hint?: string | undefined
  disabled?: boolean | undefined
  children?: readonly TreeNode[] | undefined
}

/** A node in its place: how deep, and below what. */
export interface Leaf {
  node: TreeNode
  depth: number
  /** The names from the root to its parent. */
  path: readonly string[]
  /** What it is found by. */
  text: string
}

/** Lower case and without accents: "società" is found by "SOCIETA". */
export const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** The whole tree in reading order: each node right before what is below it. */
export function flatten(roots: readonly TreeNode[]): Leaf[] {
  const leaves: Leaf[] = []
  const walk = (nodes: readonly TreeNode[], depth: number, path: readonly string[]) => {
    for (const node of nodes) {
      leaves.push({ node, depth, path, text: folded(`${node.name} ${node.hint ?? ''}`) })
      if (node.children?.length) walk(node.children, depth + 1, [...path, node.name])
    }
  }
  walk(roots, 0, [])
  return leaves
}

/**
 * What fits a few typed letters: every word typed must occur. Names that begin with them come first, then those with a word
 * that does, then the rest, each in the order it came in.
 */
export function search<Found extends Pick<Leaf, 'text'>>(leaves: readonly Found[], typed: string): Found[] {
  const words = folded(typed).split(/\s+/).filter(Boolean)
  if (words.length === 0) return [...leaves]
  const [first = ''] = words
  const ranks: [Found[], Found[], Found[]] = [[], [], []]
  for (const leaf of leaves) {
    if (!words.every((word) => leaf.text.includes(word))) continue
    const rank = leaf.text.startsWith(first) ? 0 : leaf.text.includes(` ${first}`) ? 1 : 2
    ranks[rank].push(leaf)
  }
  return ranks.flat()
}
