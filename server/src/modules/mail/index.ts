export type { Kind, Letter, Recipient } from './letters.ts'
export { openPost, type Post } from './post.ts'
