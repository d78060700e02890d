export { type MailMeans, mailJobs } from './deliver.ts'
export { type DevMail, mountDevMail } from './dev-mail.ts'
export type { Kind, Letter, OrderNews, Recipient } from './letters.ts'
export { openPost, type Post, type PostOptions } from './post.ts'
