import type { Settings } from '@agremia/resources/definitions/settings.ts'
import type { GatewayName } from '@agremia/resources/gateways.ts'
import { gateways } from '@agremia/resources/gateways.ts'
import { readSecretSetting } from '../settings/index.ts'
import { createAsk } from './ask.ts'
import type { EupagoKeys } from './eupago.ts'
import { eupago } from './eupago.ts'
import type { Gateway } from './gateway.ts'
import { ifthenpay } from './ifthenpay.ts'
import type { World } from '../rest/modules.ts'
import { isNameIn } from '@agremia/resources/names.ts'

/** What the configured gateway can do, without reading its keys; undefined without a gateway. */
export function gatewayAbilities(
  settings: Settings,
): { name: GatewayName; canMakeReferences: boolean; canRequestMbway: boolean } | undefined {
  const name = gatewayName(settings)
  if (name === 'ifthenpay')
    return {
      name,
      canMakeReferences: settings.ifthenpayMbKey !== '',
      canRequestMbway: settings.ifthenpayMbwayKey !== '',
    }
  const hasKey = settings.eupagoApiKey !== ''
  return name && { name, canMakeReferences: hasKey, canRequestMbway: hasKey }
}

function gatewayName({ gateway }: Settings): GatewayName | undefined {
  return isNameIn(gateways, gateway) ? gateway : undefined
}

/** The configured gateway, or the one of this name; undefined without one. */
export async function openGateway(world: World, name?: GatewayName): Promise<Gateway | undefined> {
  const settings = await world.organisation.settings()
  const chosen = name ?? gatewayName(settings)
  if (chosen === undefined) return undefined
  const ask = createAsk(world, chosen)
  if (chosen === 'eupago') return eupago(ask, await eupagoKeys(world))
  const secret = (each: Parameters<typeof readSecretSetting>[2]) => readSecretSetting(world, settings, each)
  return ifthenpay(ask, {
    multibanco: await secret('ifthenpayMbKey'),
    mbway: await secret('ifthenpayMbwayKey'),
    backoffice: await secret('ifthenpayBackofficeKey'),
    callback: await secret('ifthenpayCallbackKey'),
  })
}

export async function eupagoKeys(world: World): Promise<EupagoKeys> {
  const settings = await world.organisation.settings()
  return {
    api: await readSecretSetting(world, settings, 'eupagoApiKey'),
    channel: settings.eupagoChannel,
    secret: await readSecretSetting(world, settings, 'eupagoSecret'),
  }
}
