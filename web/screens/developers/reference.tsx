import type { ApiDocument } from '@agremia/resources/request-examples.ts'
import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useDeferredValue, useState } from 'react'
import { referencePath } from '../../paths/account.ts'
import { QueryPage } from '../../resource/query-page.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { Page } from '../../ui/page.tsx'
import { useSearchParams } from '../../ui/router.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { RequestLine } from './request-line.tsx'
import { documentQuery, type Group, groupsOf, type Operation, searchGroups } from './api-document.ts'
import classes from './reference.module.css'

const OperationView = lazyPart(() => import('./operation-view.tsx'))

/** Every request of the API, from the installation's own document. `?pedido=` and an operation's name show it. */
export default function Reference() {
  return (
    <QueryPage query={useQuery(documentQuery)}>{(document) => <Contents document={document} />}</QueryPage>
  )
}

function Contents({ document }: { document: ApiDocument & { info?: { description?: string } } }) {
  const [params] = useSearchParams()
  const groups = groupsOf(document)
  const shown = groups
    .flatMap(({ operations }) => operations)
    .find(({ operationId }) => operationId === params.get('pedido'))
  return (
    <Page title="Referência da API">
      <div className={classes.page} data-shows-operation={shown !== undefined}>
        <Index groups={groups} shown={shown} />
        <div className={classes.content}>
          {shown ? (
            <>
              <Anchor inherit component={AppLink} to={referencePath} className={classes.back}>
                Todos os pedidos
              </Anchor>
              <Suspense fallback={<PageSkeleton />}>
                <OperationView key={shown.operationId} document={document} operation={shown} />
              </Suspense>
            </>
          ) : (
            <Introduction text={document.info?.description ?? ''} />
          )}
        </div>
      </div>
    </Page>
  )
}

function Introduction({ text }: { text: string }) {
  return (
    <div className={classes.operation}>
      {text.split('\n\n').map((paragraph) => (
        <p key={paragraph} className={classes.text}>
          {paragraph.split('`').map((part, index) => (index % 2 ? <code key={index}>{part}</code> : part))}
        </p>
      ))}
      <p className={classes.text}>
        <Anchor inherit href="/api/openapi.json" download="openapi.json">
          Descarregar a descrição (OpenAPI 3.1)
        </Anchor>
      </p>
    </div>
  )
}

function Index({ groups, shown }: { groups: readonly Group[]; shown: Operation | undefined }) {
  const [search, setSearch] = useState('')
  const words = useDeferredValue(search)
  const found = searchGroups(groups, words)
  return (
    <nav className={classes.index} aria-label="Pedidos">
      <SearchField
        label="Procurar um pedido"
        placeholder="Procurar"
        value={search}
        onChange={setSearch}
        onClear={() => setSearch('')}
      />
      {found.length === 0 && <p className={classes.text}>Nenhum pedido tem estas palavras.</p>}
      <ul className={classes.groups}>
        {found.map(({ name, operations }) => (
          <IndexGroup
            key={name}
            name={name}
            operations={operations}
            shown={shown}
            isFound={words.trim() !== '' && found.length < groups.length}
          />
        ))}
      </ul>
    </nav>
  )
}

interface IndexGroupProps extends Group {
  shown: Operation | undefined
  isFound: boolean
}

function IndexGroup({ name, operations, shown, isFound }: IndexGroupProps) {
  const [isChosen, setChosen] = useState(() => shown?.tags[0] === name)
  const isOpen = isChosen || isFound
  return (
    <li>
      <details open={isOpen} onToggle={(event) => !isFound && setChosen(event.currentTarget.open)}>
        <summary className={classes.group}>{name}</summary>
        {isOpen && (
          <ul className={classes.links}>
            {operations.map(({ operationId, method, path, summary }) => (
              <li key={operationId} ref={operationId === shown?.operationId ? intoView : undefined}>
                <AppLink
                  to={`${referencePath}?pedido=${operationId}`}
                  className={classes.link}
                  aria-current={operationId === shown?.operationId ? 'page' : undefined}
                >
                  <span>{summary}</span>
                  <RequestLine method={method} path={path} className={classes.path} />
                </AppLink>
              </li>
            ))}
          </ul>
        )}
      </details>
    </li>
  )
}

/** Scrolls the index alone, which `scrollIntoView` would not. */
function intoView(element: HTMLElement | null): void {
  const list = element?.closest<HTMLElement>(`.${classes.groups}`)
  if (element && list) list.scrollTop = element.offsetTop - list.clientHeight / 2
}
