import { staff } from '@agremia/resources/access.ts'
import { postalLines } from '@agremia/resources/rules/postal-address.ts'
import type { FastifyInstance } from 'fastify'
import type { Engine } from '../rest/modules.ts'
import { constraintOf } from '../rest/scope.ts'
import { letterWriter } from './letters.ts'
import { sampleContent } from './template-preview.ts'
import { letterheadFrom } from '../pdf/index.ts'

/** `GET /membership_card_letters/sample`: a sample letter without its text, and the values of its variables. */
export function letterSampleRoute(app: FastifyInstance, engine: Engine): void {
  app.get('/membership_card_letters/sample', async (request) => {
    constraintOf(staff(request.caller), request.caller)
    const { values } = await sampleContent(engine)
    const write = await letterWriter(engine.world)
    const {
      letter,
      greeting,
      signature,
      values: letterValues,
    } = write({
      values,
      recipient: {
        name: values.nomeCompleto,
        gender: 'female',
        address: postalLines({ address: 'Rua da Prata, 12', postalCode: '1100-420', city: 'Lisboa' }),
      },
      letterText: null,
    })
    const { address, date, subject } = letter
    const letterhead = letterheadFrom(await engine.world.organisation.settings())
    return { data: { letterhead, address, date, subject, greeting, signature, values: letterValues } }
  })
}
