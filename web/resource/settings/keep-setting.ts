import { hasOwnSign } from '../../api/api-error.ts'
import { api, isApiError, isTimedOut } from '../../api/client.ts'

/** A setting as somebody writes it, and the version that they write over. */
export interface Written {
  value: string
  over: number | undefined
}

/** What became of settings that were sent together, by name. Those that are in neither had no answer. */
export interface Kept {
  problems: Record<string, string>
  saved: readonly string[]
  /** As they are on the server now, of those that it told. */
  versions: Record<string, number>
}

const changedMeanwhile =
  'Outra pessoa alterou este valor entretanto. Guarde de novo para ficar com o seu, ou descarte para ver o dela.'

/** Keeps settings that are saved together: if one is wrong, none is changed. */
export async function keepSettings(sent: Record<string, Written>): Promise<Kept> {
  const judged = Object.keys(sent).length > 1 ? await problemsOf(sent) : {}
  const kept: Kept & { saved: string[] } = { problems: judged, saved: [], versions: {} }
  if (Object.keys(judged).length > 0) return kept
  for (const [name, written] of Object.entries(sent)) {
    const { problem, version, isSaved } = await keep(name, written)
    if (problem !== undefined) kept.problems[name] = problem
    if (version !== undefined) kept.versions[name] = version
    if (isSaved) kept.saved.push(name)
  }
  return kept
}

interface Outcome {
  problem?: string | undefined
  version?: number | undefined
  isSaved?: boolean
}

async function keep(name: string, { value, over }: Written): Promise<Outcome> {
  try {
    const record = await api.modify('settings', name, {
      value,
      ...(over !== undefined && { _version: over }),
    })
    return isTimedOut(record) ? {} : { isSaved: true, version: record._version }
  } catch (error) {
    const newer = isApiError(error) && error.status === 409 ? versionOf(error.data) : undefined
    return newer === undefined ? { problem: saidIn(error) } : { problem: changedMeanwhile, version: newer }
  }
}

/** What the server would refuse of some settings, by name; nothing is written. Throws what `api.validate` throws. */
export async function judgeSettings(
  written: Record<string, string>,
  signal?: AbortSignal,
): Promise<Record<string, string>> {
  const judged = Object.entries(written).map(async ([name, value]) => {
    const errors = await api.validate('settings', { name, value }, signal)
    return [name, isTimedOut(errors) ? undefined : errors.value?.join(' ')] as const
  })
  return Object.fromEntries(
    (await Promise.all(judged)).flatMap(([name, said]) => (said === undefined ? [] : [[name, said]])),
  )
}

async function problemsOf(sent: Record<string, Written>): Promise<Record<string, string>> {
  const judged = Object.entries(sent).map(async ([name, { value }]) => {
    try {
      return await judgeSettings({ [name]: value })
    } catch (error) {
      const said = saidIn(error)
      return said === undefined ? {} : { [name]: said }
    }
  })
  return Object.assign({}, ...(await Promise.all(judged))) as Record<string, string>
}

function saidIn(error: unknown): string | undefined {
  if (!isApiError(error)) return 'Não foi possível guardar.'
  return hasOwnSign(error) ? undefined : (error.errors?.value?.join(' ') ?? error.message)
}

function versionOf(data: unknown): number | undefined {
  const { _version } = (data ?? {}) as { _version?: unknown }
  return typeof _version === 'number' ? _version : undefined
}
