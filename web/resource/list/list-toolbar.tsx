import { ListFilters } from './list-filters.tsx'
import { ListSearch } from './list-search.tsx'
import type { FilterSetup } from './filter-text.ts'
import type { ListBodyProps } from './list-body.tsx'
import classes from './list-toolbar.module.css'

interface ListToolbarProps extends ListBodyProps {
  /** Moves the focus from the search box to the rows. */
  onLeave: () => void
}

const noSetups: readonly FilterSetup[] = []

/** Search box and filters. */
export function ListToolbar({ list, filters = noSetups, searchPlaceholder, onLeave }: ListToolbarProps) {
  const { title, state, change } = list
  return (
    <div className={classes.toolbar} data-only="screen">
      <ListSearch
        label={`Pesquisar ${title.toLowerCase()}`}
        placeholder={searchPlaceholder}
        value={state.search}
        onChange={(search, how) => change({ search }, how)}
        onLeave={onLeave}
      />
      <ListFilters
        fields={list.filterFields}
        setups={filters}
        filters={state.filters}
        inLine={!list.isPhone}
        onChange={(changed) => change({ filters: changed })}
      />
    </div>
  )
}
