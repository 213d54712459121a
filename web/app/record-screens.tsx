import type { ResourceName } from '@agremia/resources/definitions/index.ts'
import type { ComponentType } from 'react'
import { RecordPage } from '../resource/record-page.tsx'
import { NewRecordPage } from '../resource/new-record-page.tsx'
import { RecordList } from '../resource/record-list.tsx'

/** The generic screens of a resource. */
export function recordScreens(resource: ResourceName, newPath: string | undefined) {
  return {
    list: () => <RecordList resource={resource} {...(newPath !== undefined && { newPath })} />,
    new: () => <NewRecordPage resource={resource} />,
    record: () => <RecordPage resource={resource} />,
  } satisfies Record<string, ComponentType>
}
