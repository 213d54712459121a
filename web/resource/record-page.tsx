import { useEffect, useMemo, type ReactNode } from 'react'
import { allows } from '@agremia/resources/access.ts'
import type { ResourceName } from '@agremia/resources/definitions/index.ts'
import type { FieldMap } from '@agremia/resources/descriptor.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import type { FieldName } from '../api/client.ts'
import { useTerminology } from '../api/queries.ts'
import { recordName } from '../fields/record-name.ts'
import { NoSuchPage } from '../ui/message-state.tsx'
import { Page, type PageProps } from '../ui/page.tsx'
import { PageSkeleton } from '../ui/skeletons.tsx'
import { LoadedRecord, useRecordAddress, type DescribedRecord } from './loaded-record.tsx'
import { RecordActions } from './actions/record-actions.tsx'
import { FormSaving, RecordFields, useRecordForm, type FormControls } from './record-form.tsx'
import { RecordHistory } from './record-history.tsx'
import { RecordTabs, type TabCount } from './record-tabs.tsx'

/** Props of a record's tabs. */
export interface RecordPart<Name extends string = string> extends DescribedRecord<Name> {
  form: FormControls<Name>
}

/** A tab of a record's page. The first tab has the record's path. */
export interface RecordPageTab<Name extends string = string> {
  /** Last segment of its path. */
  name: string
  /** May contain terminology placeholders. */
  label: string
  panel: (part: RecordPart<Name>) => ReactNode
  /** Count shown beside the label. */
  count?: (id: string) => TabCount
}

type RecordHead = Partial<Pick<PageProps, 'title' | 'leading' | 'state' | 'subtitle' | 'action'>> & {
  /** Facts above the tabs. */
  facts?: ReactNode
}

interface RecordPageProps<Name extends ResourceName> {
  resource: Name
  tabs?: readonly RecordPageTab<Name>[]
  /** Custom head; default: the record's name and actions. */
  head?: (part: RecordPart<Name>) => RecordHead
  /** Called with the id of the shown record. Must be a stable function. */
  onShow?: (id: string) => void
  /** Fields that the form may write; default: all. Must be a stable array. */
  writes?: readonly FieldName<Name>[]
  /** False while other data is loading. */
  isReady?: boolean
  /** Skeleton in the shape of the page. */
  skeleton?: ReactNode
}

export const formTab = {
  name: 'ficha',
  label: 'Ficha',
  panel: ({ form, record, descriptor }) => (
    <RecordFields form={form} readOnly={!allows(descriptor.may.update, record)} />
  ),
} as const satisfies RecordPageTab

export const historyTab = {
  name: 'historico',
  label: 'Histórico',
  panel: ({ record, descriptor }) => <RecordHistory resource={descriptor.name} id={record._id} />,
} as const satisfies RecordPageTab

const defaultTabs = [formTab, historyTab]

/** Page of a record of any resource: form, history, actions and further tabs. */
export function RecordPage<Name extends ResourceName>(props: RecordPageProps<Name>) {
  const { isReady = true, skeleton = <PageSkeleton />, ...page } = props
  return (
    <LoadedRecord resource={page.resource} skeleton={skeleton}>
      {(loaded) => (isReady ? <LoadedRecordPage key={loaded.record._id} {...loaded} {...page} /> : skeleton)}
    </LoadedRecord>
  )
}

type LoadedRecordPageProps<Name extends ResourceName> = DescribedRecord<Name> &
  Omit<RecordPageProps<Name>, 'isReady' | 'skeleton'>

/** The form state lives here, so that it survives a change of tab. */
function LoadedRecordPage<Name extends ResourceName>(props: LoadedRecordPageProps<Name>) {
  const { resource, tabs: ownTabs, head, writes, onShow, ...loaded } = props
  const tabs: readonly RecordPageTab<Name>[] = ownTabs ?? defaultTabs
  const { record, descriptor, fields } = loaded
  const { tab, path } = useRecordAddress()
  const terminology = useTerminology()
  useEffect(() => onShow?.(record._id), [onShow, record._id])
  const form = useRecordForm({ resource, fields: useWrittenFields(fields, writes), record })
  const current = tab === undefined ? tabs[0] : tabs.find(({ name }) => name === tab)
  if (!current) return <NoSuchPage>Este registo não tem esta parte.</NoSuchPage>
  const part = { ...loaded, form }
  const { facts, ...more } = head?.(part) ?? {}
  return (
    <Page
      title={recordName({ title: descriptor.title }, fields, record) || descriptor.label.one}
      action={<RecordActions {...loaded} />}
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

/** The fields that the form writes, memoised; all of them without `names`. */
function useWrittenFields(fields: FieldMap, names: readonly string[] | undefined): FieldMap {
  return useMemo(
    () => Object.fromEntries(Object.entries(fields).filter(([name]) => names?.includes(name) ?? true)),
    [fields, names],
  )
}
