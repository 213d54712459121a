import { useEffect, useMemo, type ReactNode } from 'react'
import type { FieldMap } from '@agremia/resources/descriptor.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import { useTerminology } from '../api/queries.ts'
import { recordName } from '../fields/record-name.ts'
import { NoSuchPage } from '../ui/no-such-page.tsx'
import { Page, type PageProps } from '../ui/page.tsx'
import { PageSkeleton } from '../ui/skeletons.tsx'
import { FoundRecord, useRecordAddress, type Found } from './found-record.tsx'
import { RecordActions } from './record-actions.tsx'
import { FormSaving, RecordFields, useRecordForm, type FormControls } from './record-form.tsx'
import { RecordHistory } from './record-history.tsx'
import { RecordTabs, type TabCount } from './record-tabs.tsx'

/** What the parts of a record's page are drawn from. */
export interface RecordPart extends Found {
  form: FormControls
}

/** A part of a record, with an address of its own; that of the first is the record's. */
export interface RecordPageTab {
  /** The end of its address. */
  name: string
  /** With terminology marks. */
  label: string
  panel: (part: RecordPart) => ReactNode
  /** What waits there for somebody. */
  count?: (id: string) => TabCount
}

type RecordHead = Partial<Pick<PageProps, 'title' | 'leading' | 'state' | 'subtitle' | 'action'>> & {
  /** Above the tabs. */
  facts?: ReactNode
}

export interface RecordPageProps {
  resource: string
  tabs?: readonly RecordPageTab[]
  /** What stands above the tabs, where it is more than the record's name and what can be done with it. */
  head?: (part: RecordPart) => RecordHead
  /** Told the id of the record that is shown. The same function each time. */
  onShow?: (id: string) => void
  /** The fields that its form may write, where they are not all. The same list each time. */
  writes?: readonly string[]
  /** What else it waits for has come. */
  isReady?: boolean
  /** What stands in for the page, in its shape. */
  awaited?: ReactNode
}

export const formTab = {
  name: 'ficha',
  label: 'Ficha',
  panel: ({ form, descriptor }) => <RecordFields form={form} readOnly={!descriptor.may.update} />,
} as const satisfies RecordPageTab

export const historyTab = {
  name: 'historico',
  label: 'Histórico',
  panel: ({ record, descriptor }) => <RecordHistory resource={descriptor.name} id={record._id} />,
} as const satisfies RecordPageTab

const usualTabs = [formTab, historyTab]

/** The page of a record of any resource: its form, its history, what can be done with it, and the parts that a screen adds. */
export function RecordPage({
  resource,
  isReady = true,
  awaited = <PageSkeleton />,
  ...page
}: RecordPageProps) {
  return (
    <FoundRecord resource={resource} awaited={awaited}>
      {(found) => (isReady ? <FoundRecordPage key={found.record._id} {...found} {...page} /> : awaited)}
    </FoundRecord>
  )
}

type FoundRecordPageProps = Found & Omit<RecordPageProps, 'resource' | 'isReady' | 'awaited'>

/** What is being written outlives the change from one tab to another. */
function FoundRecordPage({ tabs = usualTabs, head, writes, onShow, ...found }: FoundRecordPageProps) {
  const { record, descriptor, fields } = found
  const { tab, path } = useRecordAddress()
  const terminology = useTerminology()
  useEffect(() => onShow?.(record._id), [onShow, record._id])
  const form = useRecordForm({ resource: descriptor.name, fields: useWrittenFields(fields, writes), record })
  const current = tab === undefined ? tabs[0] : tabs.find(({ name }) => name === tab)
  if (!current) return <NoSuchPage>Este registo não tem esta parte.</NoSuchPage>
  const part = { ...found, form }
  const { facts, ...more } = head?.(part) ?? {}
  return (
    <Page
      title={recordName({ title: descriptor.title }, fields, record) || descriptor.label.one}
      action={<RecordActions {...found} />}
      {...more}
    >
      {facts}
      {tabs.length > 1 && (
        <RecordTabs
          label="Partes do registo"
          current={current.name}
          tabs={tabs.map(({ name, label, count }, place) => ({
            name,
            label: fillTerms(label, terminology),
            path: place === 0 ? path : `${path}/${name}`,
            count: count?.(record._id),
          }))}
        />
      )}
      {current.panel(part)}
      <FormSaving form={form} within={path} />
    </Page>
  )
}

/** The fields that the form writes, all of them without `names`; the same object while both are the same. */
function useWrittenFields(fields: FieldMap, names: readonly string[] | undefined): FieldMap {
  return useMemo(
    () => Object.fromEntries(Object.entries(fields).filter(([name]) => names?.includes(name) ?? true)),
    [fields, names],
  )
}
