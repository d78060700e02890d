export { mailJobs } from './deliver.ts'
export { type DevMail, mountDevMail } from './dev-mail.ts'
export type { Letter, OrderNews, Recipient } from './letters.ts'
export { openPost, type Post } from './post.ts'
