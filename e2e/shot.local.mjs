// node e2e/shot.local.mjs user path name [phone] [dark] [it] [full] [js:...]
import { chromium } from '@playwright/test'
import { execSync } from 'node:child_process'
const [,, user, path, name, ...flags] = process.argv
const base = process.env.BASE ?? 'http://localhost:4121'
const exe = execSync('which chromium-headless-shell chromium 2>/dev/null | head -1').toString().trim()
const b = await chromium.launch({ executablePath: exe, args: ['--no-sandbox','--disable-gpu'] })
const phone = flags.includes('phone')
const ctx = await b.newContext({ baseURL: base, viewport: phone ? {width:390,height:844} : {width:1440,height:900}, colorScheme: flags.includes('dark')?'dark':'light', locale: flags.includes('it')?'it':'en' })
const page = await ctx.newPage()
page.on('console', m => ['error','warning'].includes(m.type()) && console.log('CONSOLE', m.text().slice(0,300)))
page.on('pageerror', e => console.log('PAGEERROR', e.message.slice(0,500)))
await page.goto('/auth/signin')
await page.fill('input[type=email], input[name=username], input[name=email]', user)
await page.fill('input[type=password]', 'Halcyon-Days-1')
await page.keyboard.press('Enter')
await page.waitForURL(u => !u.pathname.includes('signin'), { timeout: 20000 })
await page.goto(path)
await page.waitForSelector('h1')
await page.waitForLoadState('networkidle').catch(()=>{})
await page.waitForTimeout(1200)
for (const f of flags) if (f.startsWith('js:')) { console.log(JSON.stringify(await page.evaluate(f.slice(3)))); await page.waitForTimeout(900) }
for (const f of flags) if (f.startsWith('click:')) { await page.getByRole('button',{name:f.slice(6)}).first().click(); await page.waitForTimeout(1200) }
await page.screenshot({ path: `/tmp/shots/${name}.png`, fullPage: flags.includes('full') })
console.log(await page.title(), 'height', await page.evaluate('document.documentElement.scrollHeight'))
await b.close()
