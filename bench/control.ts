// The baseline of the measurements: a route, one prepared query, its rows as JSON. Without authentication, validation and
// notifications.
import Fastify from 'fastify'
import pg from 'pg'
import { oneMember, oneUpdate, pageByName } from './by-hand.ts'

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 16 })
const app = Fastify()

interface ById {
  Params: { id: string }
  Body: { notes: string }
}

app.get('/', async () => ({}))
app.get('/members', async () => ({ data: (await pool.query({ name: 'page', text: pageByName })).rows }))
app.get<ById>('/members/:id', async ({ params }) => {
  const { rows } = await pool.query({ name: 'one', text: oneMember, values: [params.id] })
  return { data: rows[0] }
})
app.patch<ById>('/members/:id', async ({ params, body }) => {
  await pool.query({ name: 'update', text: oneUpdate, values: [params.id, body.notes] })
  return {}
})

/** A page that fetches the same rows and displays them, and nothing else. */
const page = `<!doctype html><html lang="pt"><meta charset="utf-8"><title>Membros</title>
<table><tbody></tbody></table>
<script type="module">
  const { data } = await (await fetch('/members')).json()
  const cells = ({ memberNumber, name, categoryLabel, admissionDate, currentStateLabel, mobile }) =>
    [memberNumber, name, categoryLabel, admissionDate, currentStateLabel, mobile].map((text) => '<td>' + text).join('')
  const rows = data.map((row, index) => '<tr aria-rowindex="' + (index + 2) + '">' + cells(row))
  document.querySelector('tbody').innerHTML = rows.join('')
</script></html>`
app.get('/page', (_request, reply) => reply.type('text/html').send(page))

process.on('SIGTERM', () => process.exit(0))
await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' })
