import { useEffect, type ReactNode } from 'react'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { isId } from '@agremia/resources/coerce.ts'
import type { FieldMap, ResourceDescriptor } from '@agremia/resources/descriptor.ts'
import type { RecordFor } from '../api/client.ts'
import { recordQuery, useExplainer, useSession } from '../api/queries.ts'
import { AppLink } from '../ui/app-link.tsx'
import { EmptyState, NoSuchPage } from '../ui/message-state.tsx'
import { PageSkeleton } from '../ui/skeletons.tsx'
import { useAddress, useNavigate, useParams } from '../ui/router.tsx'
import { QueryPage } from './query-page.tsx'
import { DeletedRecordHistory } from './record-history.tsx'

export interface RecordProps<Name extends string> {
  record: RecordFor<Name>
}

/** The record of the address, with its resource's descriptor. */
export interface DescribedRecord<Name extends string = string> extends RecordProps<Name> {
  descriptor: ResourceDescriptor
  fields: FieldMap
}

interface LoadedRecordProps<Name extends string> {
  resource: Name
  /** Skeleton in the shape of the page. */
  skeleton?: ReactNode
  children: (loaded: DescribedRecord<Name>) => ReactNode
}

/**
 * Page of the record whose id is in the address. For a missing record it offers to restore it, if it was
 * deleted recently.
 */
export function LoadedRecord<Name extends string>(props: LoadedRecordProps<Name>) {
  const { resource, skeleton = <PageSkeleton />, children } = props
  const { id } = useParams()
  const query = useQuery(recordQuery(resource, id))
  const explainer = useExplainer()
  const descriptor = explainer?.resources[resource]
  const fields = explainer?.data[resource]
  useAddressOf(query.data?._id)
  return (
    <QueryPage
      query={query}
      skeleton={skeleton}
      missing={explainer ? <NoRecord id={id} descriptor={descriptor} /> : skeleton}
    >
      {(record) => (descriptor && fields ? children({ record, descriptor, fields }) : skeleton)}
    </QueryPage>
  )
}

/** The address of a record that became part of another is replaced by that of the other. */
function useAddressOf(shownId: string | undefined): void {
  const { id } = useParams()
  const { pathname, search } = useAddress()
  const navigate = useNavigate()
  useEffect(() => {
    if (id !== undefined && shownId !== undefined && isId(id) && id.toLowerCase() !== shownId)
      navigate(`${pathname.replace(id, shownId)}${search}`, { replace: true })
  }, [id, shownId, pathname, search, navigate])
}

/** Paths of the current record: its tab, the record itself and its list. */
export function useRecordAddress() {
  const { id = '', tab } = useParams()
  const { pathname } = useAddress()
  const fullPath = pathname.replace(/\/+$/, '')
  const path = tab === undefined ? fullPath : fullPath.slice(0, -tab.length - 1)
  return { tab, path, listPath: path.slice(0, -id.length - 1) }
}

function NoRecord({
  id,
  descriptor,
}: {
  id: string | undefined
  descriptor: ResourceDescriptor | undefined
}) {
  const { listPath } = useRecordAddress()
  // Members may not open lists.
  const isStaff = useSession()?.role !== 'member'
  if (!descriptor) return <NoSuchPage>Este registo não existe.</NoSuchPage>
  const { one, many, gender } = descriptor.label
  const isFeminine = gender === 'f'
  return (
    <>
      <EmptyState
        isPage
        title={`${isFeminine ? 'Esta' : 'Este'} ${one.toLowerCase()} não existe`}
        action={
          isStaff && (
            <Button component={AppLink} to={listPath} variant="default">
              {`Ver ${isFeminine ? 'todas as' : 'todos os'} ${many.toLowerCase()}`}
            </Button>
          )
        }
      >
        {`Pode ter sido ${isFeminine ? 'eliminada' : 'eliminado'}, ou o endereço estar incompleto.`}
      </EmptyState>
      <DeletedRecordHistory resource={descriptor.name} id={id} />
    </>
  )
}
