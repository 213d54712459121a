import { admins } from '@agremia/resources/access.ts'
import { orNull } from '@agremia/resources/json-shape.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { data, type WithId, route } from '../rest/api.ts'
import type { Api } from '../rest/api.ts'
import { recordAudit } from '../rest/audit.ts'
import { writeInTransaction } from '../rest/changes.ts'
import { createContext, runAndRollBack } from '../rest/write-request.ts'
import { visibleId } from '../rest/request.ts'
import { requireAccess } from '../rest/scope.ts'
import { previewAnonymisation } from './anonymise.ts'
import { readFiscalIdentity } from './fiscal-identity.ts'
import type { World } from '../rest/modules.ts'

type PersonRequest = FastifyRequest<WithId>

const previewApi: Api = {
  name: 'previewAnonymisation',
  summary: 'Prever a eliminação dos dados de uma pessoa',
  answers: { 200: data({ pseudonym: 'text', obstacles: ['text'], keptUntil: 'day?' }) },
}

const identityApi: Api = {
  name: 'readFiscalIdentity',
  summary: 'Ler a identidade fiscal de uma pessoa cujos dados foram eliminados',
  description: 'A consulta fica no histórico.',
  answers: {
    200: data(
      orNull({
        name: 'text',
        nif: 'text?',
        address: 'text?',
        postalCode: 'text?',
        city: 'text?',
        country: 'text?',
        mandates: [{ reference: 'text', debtorName: 'text', iban: 'text', signedOn: 'day?' }],
        keptUntil: 'day',
      }),
    ),
  },
}

/** `GET /people/:id/anonymisation` and `GET /people/:id/fiscal_identity`, for administrators. */
export function anonymisationRoutes(app: FastifyInstance, world: World): void {
  const personOf = (request: PersonRequest) => {
    requireAccess(admins(request.caller), request.caller)
    return visibleId(world, 'people', request)
  }
  app.get('/people/:id/anonymisation', route(previewApi, null), async (request: PersonRequest) => {
    const id = await personOf(request)
    return {
      data: await runAndRollBack(world, request, (writing) => previewAnonymisation(writing, id)),
    }
  })
  app.get('/people/:id/fiscal_identity', route(identityApi, null), async (request: PersonRequest) => {
    const id = await personOf(request)
    const { caller, ip: address } = request
    const found = await writeInTransaction(world, async (db) => {
      const writing = await createContext(world, db, { caller, address })
      const known = await readFiscalIdentity(writing, id)
      if (known)
        await recordAudit(writing, [{ resource: 'people', id, action: 'readFiscalIdentity', changes: [] }])
      return known
    })
    return { data: found ?? null }
  })
}
