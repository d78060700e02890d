import { devices } from '@trellis/contract/devices'
import { identity } from '@trellis/contract/identity'
import { tenants } from '@trellis/contract/tenants'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { emptyTenant } from './empty-tenant.ts'
import { licensing } from '../testing/licensing.ts'
import { network, password } from '../testing/network.ts'
import { operatorOf } from '../testing/operator.ts'
import { raw } from '../testing/selling.ts'
import { uploading } from '../testing/uploading.ts'

/* A tenant goes for good, thirty days after it was suspended (rules G31, decision 160). */
