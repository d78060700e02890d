/** Imported before all else: zod would otherwise try `new Function`, which the content security policy refuses. */
import { config } from 'zod/mini'

config({ jitless: true })
