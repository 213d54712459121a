import { useEffect, useState } from 'react'
import { settingNames, settingOf } from '@agremia/resources/definitions/settings.ts'
import { forgetDraft, keepDraft, recallDraft, type Draft } from '../form/draft.ts'
import type { ChangedSetting } from './keep-setting.ts'

/** Unsaved settings restored from the draft, each with the version that was read. */
export function useRestoredSettings(names: readonly string[]): Record<string, ChangedSetting> | undefined {
  const [restored] = useState(() => {
    const draft = recallDraft(keyOf(names))
    return draft && changedIn(draft)
  })
  return restored
}

/** Stores unsaved settings until they are saved or discarded; secrets are not stored. */
export function useSettingsDraft(names: readonly string[], changed: Record<string, ChangedSetting>): void {
  const key = keyOf(names)
  const serialised = JSON.stringify(draftOf(changed))
  useEffect(() => {
    const draft = JSON.parse(serialised) as Draft
    if (Object.keys(draft.changes).length === 0) forgetDraft(key)
    else keepDraft(key, draft)
  }, [key, serialised])
}

function keyOf(names: readonly string[]): string {
  return `settings-${names.join(',')}`
}

function draftOf(changed: Record<string, ChangedSetting>): Draft {
  const nonSecret = Object.entries(changed).filter(([name]) => !isSecret(name))
  return {
    changes: Object.fromEntries(nonSecret.map(([name, { value }]) => [name, value])),
    over: Object.fromEntries(nonSecret.map(([name, { over }]) => [name, over])),
  }
}

function changedIn({ changes, over }: Draft): Record<string, ChangedSetting> {
  const entries = Object.entries(changes).map(([name, value]) => {
    const version = over[name]
    return [name, { value: String(value), over: typeof version === 'number' ? version : undefined }] as const
  })
  return Object.fromEntries(entries)
}

function isSecret(name: string): boolean {
  return settingNames.some((known) => known === name && settingOf(known).secret)
}
