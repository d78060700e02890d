// npm run pack: the files of a release of this commit, into a folder (.build/release). See scripts/lib/pack.mjs.
import './lib/check-node.mjs'
import { join, resolve } from 'node:path'
import { ensureBuilt } from './lib/build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { pack } from './lib/pack.mjs'
import { root, say } from './lib/run.mjs'

await ensureInstalled()
await ensureBuilt()
const target = resolve(process.argv[2] ?? join(root, '.build/release'))
for (const file of pack(target)) say(join(target, file))
