import { Fragment, type ReactNode } from 'react'
import type { SettingName } from '@agremia/resources/definitions/settings.ts'
import { Page } from '../../ui/page.tsx'
import { useSearchParams } from '../../ui/router.tsx'
import { RecordTabs } from '../record-tabs.tsx'
import { SettingFields, SettingsBar } from './setting-fields.tsx'
import classes from './setting-fields.module.css'
import { useMayChangeSetting, useSettingsForm } from './use-settings-form.ts'

export interface SettingsTab {
  /** In the address: `?separador=` and this. */
  name: string
  label: string
  /** Only for people who may change this setting. */
  changes?: SettingName
  panel: ReactNode
}

/** A page of settings in tabs. The address has the tab; without one, or with an unknown one, it is the first. */
export function SettingsPage({ title, tabs: all }: { title: string; tabs: readonly SettingsTab[] }) {
  const [params] = useSearchParams()
  const mayChange = useMayChangeSetting()
  const tabs = all.filter(({ changes }) => changes === undefined || mayChange(changes))
  const current = tabs.find(({ name }) => name === params.get('separador')) ?? tabs[0]
  return (
    <Page title={title}>
      <RecordTabs
        label="Configurações"
        tabs={tabs.map(({ name, label }) => ({ name, label, path: `?separador=${name}` }))}
        current={current?.name ?? ''}
      />
      {/* Each tab has state of its own. */}
      <Fragment key={current?.name}>{current?.panel}</Fragment>
    </Page>
  )
}

interface SettingsPanelProps {
  names: readonly SettingName[]
  /** Above the fields. */
  purpose?: string | undefined
  /** Between the fields and the save bar. */
  children?: (isUnsaved: boolean) => ReactNode
}

/** Fields of settings that are saved together. */
export function SettingsPanel({ names, purpose, children }: SettingsPanelProps) {
  const settings = useSettingsForm(names)
  return (
    <>
      {purpose !== undefined && <p className={classes.purpose}>{purpose}</p>}
      <SettingFields names={names} settings={settings} />
      {children?.(settings.changes.length > 0)}
      <SettingsBar settings={settings} />
    </>
  )
}
