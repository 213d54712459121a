import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  findActionsByHand,
  findAreaCycles,
  findBrokenArrows,
  findClocks,
  findEagerImports,
  findUncheckedQueries,
} from './check-arrows.mjs'

const isBroken = (path, text) => findBrokenArrows([{ path, text }]).length > 0

const FORBIDDEN = [
  ['resources/fields.ts', `import { x } from '../server/config.ts'`],
  ['resources/fields.ts', `import { x } from '@agremia/server/config.ts'`],
  ['server/app.ts', `import { x } from '../resources/fields.ts'`],
  ['server/app.ts', `import type { X } from '@agremia/web/app/routes.ts'`],
  ['web/app/routes.ts', `export { x } from '@agremia/server/config.ts'`],
  ['web/app/routes.ts', `const x = await import('@agremia/server/config.ts')`],
  ['server/members/accept.ts', `import { x } from '../dues/charge.ts'`],
  ['server/members/accept.ts', `import { x } from '../app.ts'`],
  ['server/rest/find-record.ts', `import {\n  x,\n} from '../members/index.ts'`],
  ['server/database/open.ts', `import { x } from '../rest/find-record.ts'`],
  ['server/context.ts', `import '../server/members/index.ts'`],
  ['web/ui/button.tsx', `import { x } from '../fields/text.tsx'`],
  ['web/resource/list.tsx', `import { x } from '../screens/members/list.tsx'`],
  ['web/screens/home/home.tsx', `import { x } from '../members/list.tsx'`],
  ['web/screens/home/home.tsx', `const x = () => import('../members/list.tsx')`],
  ['web/paths/members.ts', `import { x } from '../resource/list.tsx'`],
  ['web/ui/button.tsx', `import { x } from '../api/client.ts'`],
  ['web/api/client.ts', `import { x } from '../app/shell.tsx'`],
]

const ALLOWED = [
  ['resources/definitions/members.ts', `import { x } from '../fields.ts'`],
  ['resources/rules/iban.ts', `import { x } from 'ibantools'`],
  ['server/members/accept.ts', `import { x } from '../dues/index.ts'`],
  ['server/members/accept.ts', `import { x } from '@agremia/resources/access.ts'`],
  ['server/members/accept.test.ts', `import { x } from '../app.ts'`],
  ['server/rest/find-record.ts', `import { x } from '../database/open.ts'`],
  ['server/modules.ts', `import { x } from './members/index.ts'`],
  ['server/database/open.ts', `import { x } from '../errors.ts'`],
  ['web/screens/members/list.tsx', `import { x } from '../../resource/list.tsx'`],
  ['web/screens/home/home.tsx', `import { x } from '../members/index.ts'`],
  ['web/app/routes.ts', `const x = () => import('../screens/members/list.tsx')`],
  ['web/fields/text.tsx', `import { x } from '../ui/button.tsx'`],
  ['web/api/testing-page.tsx', `import { x } from '../ui/router.tsx'`],
  ['e2e/start-server.ts', `import { x } from '../server/testing/test-database.ts'`],
]

for (const [path, text] of FORBIDDEN)
  test(`${path} may not: ${text}`, () => assert.equal(isBroken(path, text), true))
for (const [path, text] of ALLOWED)
  test(`${path} may: ${text}`, () => assert.equal(isBroken(path, text), false))

test('a broken rule is reported with path, line and rule', () => {
  const [broken] = findBrokenArrows([
    { path: 'web/ui/a.ts', text: `// first\nimport {\n  x,\n} from '../app/b.ts'\n` },
  ])
  assert.equal(broken.path, 'web/ui/a.ts')
  assert.equal(broken.line, 4)
  assert.match(broken.rule, /ui não importa app/)
})

const AREAS = [
  { path: 'web/screens/home/home.tsx', text: `import { x } from '../members/index.ts'` },
  { path: 'web/screens/members/list.tsx', text: `import { x } from '../dues/index.ts'` },
]

test('an import cycle between areas of screens is reported at each of its imports', () => {
  assert.deepEqual(findAreaCycles(AREAS), [])
  const circle = [
    ...AREAS,
    { path: 'web/screens/dues/debts.tsx', text: `import { x } from '../home/index.ts'` },
  ]
  assert.deepEqual(
    findAreaCycles(circle).map(({ path }) => path),
    circle.map(({ path }) => path),
  )
})

const UNCHECKED = [
  ['server/members/accept.ts', 'const { rows } = await db.query(sql`SELECT 1`)'],
  ['server/rest/find-record.ts', 'await pool.query<Row>({ text })'],
  ['server/jobs/worker.ts', 'await client\n  .query(sql`ROLLBACK`)'],
]

const CHECKED = [
  ['server/members/accept.ts', "await many(db, sql`SELECT id FROM members`, { id: 'uuid' })"],
  ['server/members/accept.test.ts', "await pool.query('SELECT 1')"],
  ['server/testing/stored-totals.ts', "await pool.query('SELECT 1')"],
  ['server/database/migrate.ts', "await client.query('SELECT 1')"],
  ['server/rest/select-rows.ts', 'await db.query(statement)'],
  ['web/api/client.ts', 'cache.query(key)'],
]

for (const [path, text] of UNCHECKED)
  test(`${path} may not: ${text}`, () => assert.equal(findUncheckedQueries([{ path, text }]).length, 1))
for (const [path, text] of CHECKED)
  test(`${path} may: ${text}`, () => assert.deepEqual(findUncheckedQueries([{ path, text }]), []))

test('web runs no action by hand, except the parts of the list', () => {
  const found = (path, text = "import { runAction } from '../../resource/actions/run-action.ts'") =>
    findActionsByHand([{ path, text }]).length
  assert.equal(found('web/screens/users/user-page.tsx'), 1)
  assert.equal(found('web/app/shell.tsx'), 1)
  assert.equal(
    found('web/resource/record-page.tsx', "import { runAction } from './actions/run-action.ts'"),
    1,
  )
  assert.equal(found('web/screens/quotas/prices-dialog.tsx'), 0)
  assert.equal(found('web/screens/quotas/prices-dialog.test.tsx'), 0)
  assert.equal(found('web/resource/actions/use-actions.tsx'), 0)
})

const ACTED = [
  'api.act(`sessions/${session._id}/end`, {})',
  "const path = `${recordPath('dataPackages', _id)}/link`\nawait api.act<{ data: Link }>(path, {})",
  "await api.act(\n  `${recordPath('roundVisits', visitId)}/mark`,\n  input,\n)",
  'api.act(`${recordPath(resource, id)}/${action}`)',
]

const NOT_ACTED = [
  // Routes of an area of their own.
  'api.act(`letter_runs/${id}/printed`, {})',
  'api.act(`audit_events/${eventId}/restore`)',
  'api.act(`${resourcePath(name)}/order`, { ids })',
  // Not posted.
  "api.get(`${recordPath('sessions', id)}/deletion`)\napi.act('treasury_setup')",
  'api.get(`sessions/${id}/end`)',
]

for (const text of ACTED)
  test(`web may not: ${text}`, () => {
    const [broken] = findActionsByHand([{ path: 'web/screens/quotas/prices-dialog.tsx', text: `\n${text}` }])
    assert.match(broken.rule, /runAction/)
    assert.ok(broken.line > 1)
    assert.deepEqual(findActionsByHand([{ path: 'web/resource/actions/run-action.ts', text }]), [])
  })
for (const text of NOT_ACTED)
  test(`web may: ${text}`, () =>
    assert.deepEqual(findActionsByHand([{ path: 'web/screens/home/home.tsx', text }]), []))

test('packages of server/rare.ts are loaded by their first use alone', () => {
  const list = { path: 'server/rare.ts', text: "x: packageOf<typeof import('pdfkit')>('pdfkit')," }
  const found = (path, text) => findEagerImports([list, { path, text }]).length
  assert.equal(found('server/pdf/paper.ts', "import a from 'node:fs'\nimport PDFDocument from 'pdfkit'"), 1)
  assert.equal(found('server/pdf/paper.ts', "export { LineWrapper } from 'pdfkit'"), 1)
  assert.equal(found('server/pdf/paper.ts', "import type PDFDocument from 'pdfkit'"), 0)
  assert.equal(found('server/pdf/paper.ts', "import { lazy } from 'pdfkit-like'"), 0)
  assert.equal(found('server/pdf/long/paper.test.ts', "import PDFDocument from 'pdfkit'"), 0)
})

const CLOCKS = [
  'const year = new Date().getFullYear()',
  'const now = new Date',
  'const late = due < Date.now()',
  'const clock = Date.now',
  'const text = Date()',
  "import { today } from '../today.ts'",
  "import {\n  addDays,\n  organisationToday,\n} from '../days.ts'",
  "import { read } from '../clock.ts'",
]

const WITHOUT_CLOCK = [
  'const day = new Date(`${text}T00:00:00Z`)',
  'const day = new Date( Date.UTC(2026, 0, 1))',
  "import { addMonths, todayIn, type DateText } from './dates.ts'",
  "import { addDays } from './dates.ts'\n\nexport const ageOn = (today) => addDays(today, 1)\nconst from = 'a'",
]

for (const text of CLOCKS)
  test(`a rule may not: ${text}`, () => {
    const inFile = (path) => findClocks([{ path, text: `// first\n${text}` }])
    assert.deepEqual(
      inFile('resources/rules/age.ts').map(({ line }) => line),
      [2],
    )
    assert.deepEqual([...inFile('resources/rules/age.test.ts'), ...inFile('web/fields/clock.ts')], [])
  })
for (const text of WITHOUT_CLOCK)
  test(`a rule may: ${text}`, () =>
    assert.deepEqual(findClocks([{ path: 'resources/rules/age.ts', text }]), []))
