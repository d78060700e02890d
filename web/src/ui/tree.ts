/** A node with its children. */
export interface TreeNode {
  id: string
  name: string
  /** A code or a type: shown dimmed, and searched too. */
  hint?: string | undefined
  disabled?: boolean | undefined
  children?: readonly TreeNode[] | undefined
}

/** A node with its depth and its path. */
export interface Leaf {
  node: TreeNode
  depth: number
  /** The names from the root to its parent. */
  path: readonly string[]
  /** The text that the search compares, folded. */
  text: string
}

/** Lower case and without accents: "società" is found by "SOCIETA". */
export const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** The whole tree in reading order: each node directly before its descendants. */
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
 * Finds leaves by typed text; every typed word must occur. Names that start with the text come first, then
 * those with a word that starts with it, then the rest, each group in its original order.
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
