/** Must be imported first: otherwise zod tries `new Function`, which the content security policy blocks. */
import { config } from 'zod/mini'

config({ jitless: true })
