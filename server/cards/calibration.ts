import type { Readable } from 'node:stream'
import { staff } from '@agremia/resources/access.ts'
import type { CardLayout } from '@agremia/resources/card-layouts.ts'
import { cardLayouts } from '@agremia/resources/card-layouts.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { invalid, notFound } from '../errors.ts'
import { linkSeconds, signedUrl } from '../files/index.ts'
import type { Engine } from '../rest/modules.ts'
import { constraintOf } from '../rest/scope.ts'
import { drawCalibration } from './draw/draw-calibration.ts'
import { sheetsFor } from './print-options.ts'

const page = 'calibracao'
const path = '/api/card_calibration'

interface Link {
  Params: { id: string; variant: string }
  Querystring: { e?: string; s?: string }
}

/**
 * `GET /card_calibration?layout=` answers `data.url`, a signed link to the calibration page: crosses and rulers printed with the
 * offset of the settings.
 */
export function calibrationRoutes(app: FastifyInstance, engine: Engine): void {
  const { world } = engine
  app.get<{ Querystring: Record<string, unknown> }>('/card_calibration', async (request) => {
    constraintOf(staff(request.caller), request.caller)
    const place = { id: page, variant: readLayout(request.query) }
    return { data: { url: signedUrl(await world.secret('documents'), place, world.clock(), path) } }
  })
  const options = { config: { open: true }, exposeHeadRoute: false } as const
  app.get<Link>('/card_calibration/:id/:variant', options, async (request, reply) =>
    reply
      .type('application/pdf')
      .header('cache-control', 'private, no-store')
      .header('x-content-type-options', 'nosniff')
      .header('content-disposition', 'inline; filename="calibracao.pdf"')
      .send(await calibrationPages(engine, request)),
  )
}

function readLayout({ layout = 'a4-10', ...others }: Record<string, unknown>): CardLayout {
  const errors: Record<string, string[]> = {}
  if (!isLayout(layout)) errors['layout'] = [`Escolha um de: ${Object.keys(cardLayouts).join(', ')}.`]
  for (const name of Object.keys(others)) errors[name.slice(0, 60)] = ['Parâmetro desconhecido.']
  if (!isLayout(layout) || Object.keys(errors).length > 0) throw invalid(errors)
  return layout
}

function isLayout(layout: unknown): layout is CardLayout {
  return typeof layout === 'string' && Object.hasOwn(cardLayouts, layout)
}

async function calibrationPages(
  { world }: Engine,
  { params, query }: FastifyRequest<Link>,
): Promise<Readable> {
  const seconds = linkSeconds(await world.secret('documents'), params, query, world.clock())
  if (seconds === 0 || params.id !== page || !isLayout(params.variant)) throw notFound()
  const settings = await world.organisation.settings()
  const uncorrected = { ...settings, cardsOffset: '0; 0' }
  return drawCalibration({
    title: `Calibração: ${cardLayouts[params.variant]}`,
    author: settings.name,
    offset: settings.cardsOffset,
    sheet: sheetsFor(settings, params.variant)('landscape'),
    target: sheetsFor(uncorrected, params.variant)('landscape'),
  })
}
