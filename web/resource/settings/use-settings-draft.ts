import { useEffect, useState } from 'react'
import { settingNames, settingOf } from '@agremia/resources/definitions/settings.ts'
import { forgetDraft, keepDraft, recallDraft, type Draft } from '../form/draft.ts'
import type { Written } from './keep-setting.ts'

/** What was being written of some settings when the page went away, each over the version that it was read in. */
export function useFoundSettings(names: readonly string[]): Record<string, Written> | undefined {
  const [found] = useState(() => {
    const draft = recallDraft(keyOf(names))
    return draft && writtenIn(draft)
  })
  return found
}

/** Keeps what is being written until it is saved or thrown away; secrets are kept nowhere. */
export function useSettingsDraft(names: readonly string[], written: Record<string, Written>): void {
  const key = keyOf(names)
  const kept = JSON.stringify(draftOf(written))
  useEffect(() => {
    const draft = JSON.parse(kept) as Draft
    if (Object.keys(draft.changes).length === 0) forgetDraft(key)
    else keepDraft(key, draft)
  }, [key, kept])
}

function keyOf(names: readonly string[]): string {
  return `settings-${names.join(',')}`
}

function draftOf(written: Record<string, Written>): Draft {
  const open = Object.entries(written).filter(([name]) => !isSecret(name))
  return {
    changes: Object.fromEntries(open.map(([name, { value }]) => [name, value])),
    over: Object.fromEntries(open.map(([name, { over }]) => [name, over])),
  }
}

function writtenIn({ changes, over }: Draft): Record<string, Written> {
  const entries = Object.entries(changes).map(([name, value]) => {
    const version = over[name]
    return [name, { value: String(value), over: typeof version === 'number' ? version : undefined }] as const
  })
  return Object.fromEntries(entries)
}

function isSecret(name: string): boolean {
  return settingNames.some((known) => known === name && settingOf(known).secret)
}
