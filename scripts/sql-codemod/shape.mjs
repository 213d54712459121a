import { parseSync } from 'oxc-parser'
import { walk } from 'oxc-walker'
import MagicString from 'magic-string'
import { readFileSync, writeFileSync, readdirSync } from 'node:fs'
import { execSync } from 'node:child_process'
import { relative, dirname } from 'node:path'
const root=process.argv[2]+'/', only=process.argv[3]||'', dry=process.argv[4]==='dry'
const sites=new Map()
for(const f of readdirSync('./sites'))for(const [k,v] of JSON.parse(readFileSync('./sites/'+f,'utf8'))){
  const s=sites.get(k); if(!s)sites.set(k,v); else{s.n+=v.n;s.rows+=v.rows;Object.assign(s.fields,v.fields);Object.assign(s.nulls,v.nulls)}}
const names={2950:'uuid',25:'text',1043:'text',19:'text',18:'text',23:'integer',21:'integer',20:'integer',1700:'number',700:'number',701:'number',16:'boolean',1082:'day',1184:'moment',114:'json',3802:'json',17:'bytes',2951:'uuid[]',1009:'text[]',1015:'text[]',1007:'integer[]',1005:'integer[]',1016:'integer[]',1182:'day[]',1000:'boolean[]',1231:'number[]',1185:'moment[]',2278:'void'}
const files=execSync('git ls-files server',{cwd:root,encoding:'utf8'}).trim().split('\n').filter(f=>f.endsWith('.ts')&&f.startsWith(only)&&!/\.test\.ts$|server\/(testing|database)\//.test(f))
const left=[];let done=0
for(const f of files){
  const src=readFileSync(root+f,'utf8'); const {program}=parseSync(f,src)
  const ms=new MagicString(src); let used=new Set(),touched=false
  const T=n=>src.slice(n.start,n.end)
  const lineStarts=[0];for(let i=0;i<src.length;i++)if(src[i]==='\n')lineStarts.push(i+1)
  const lc=p=>{let lo=0,hi=lineStarts.length-1;while(lo<hi){const m=(lo+hi+1)>>1;if(lineStarts[m]<=p)lo=m;else hi=m-1}return [lo+1,p-lineStarts[lo]+1]}
  const parents=new Map()
  walk(program,{enter(n,p){parents.set(n,p)}})
  const types={}
  const typeUses={}
  walk(program,{enter(n){
    if(n.type==='TSInterfaceDeclaration')types[n.id.name]={node:n,members:n.body.body,iface:true,ext:n.extends?.length}
    if(n.type==='TSTypeAliasDeclaration'&&n.typeAnnotation.type==='TSTypeLiteral')types[n.id.name]={node:n,members:n.typeAnnotation.members}
    if(n.type==='TSTypeReference'&&n.typeName.type==='Identifier')typeUses[n.typeName.name]=(typeUses[n.typeName.name]??0)+1
  }})
  const shapeConsts={}
  const membersOf=t=>{
    if(!t)return
    if(t.type==='TSTypeLiteral')return t.members
    if(t.type==='TSTypeReference'&&t.typeName.type==='Identifier')return types[t.typeName.name]?.members
  }
  const keyOf=m=>m.key.name??m.key.value
  const quoteKey=k=>/^[A-Za-z_$][\w$]*$/.test(k)?k:`'${k}'`
  const colText=(name,oid,decl,isNull,where)=>{
    let base=names[oid]
    let t=decl?T(decl):undefined, nul=false, core=t
    if(decl?.type==='TSUnionType'&&decl.types.some(x=>x.type==='TSNullKeyword')){nul=true;core=decl.types.filter(x=>x.type!=='TSNullKeyword').map(T).join(' | ')}
    if(!base){ if(oid===undefined&&core==='string')base='text';else if(oid===undefined&&core==='number')base='integer';else if(oid===undefined&&core==='boolean')base='boolean';else{left.push(where+' unknown type of '+name+' oid '+oid+' decl '+t);base='text'} }
    if(!decl&&isNull)nul=true
    const q=nul?'?':''
    if(base==='json'&&core&&core!=='unknown'){used.add('jsonOf');return nul?(used.add('nullable'),`nullable(jsonOf<${core}>())`):`jsonOf<${core}>()`}
    if(base==='text'&&core&&core!=='string'&&core!=='unknown'){used.add('textOf');return nul?(used.add('nullable'),`nullable(textOf<${core}>())`):`textOf<${core}>()`}
    return `'${base}${q}'`
  }
  const shapeOf=(site,t,where)=>{
    const mem=membersOf(t); const decl=new Map((mem??[]).filter(m=>m.type==='TSPropertySignature').map(m=>[keyOf(m),m.typeAnnotation?.typeAnnotation]))
    let keys=site?Object.keys(site.fields):[...decl.keys()]
    if(!site&&!mem){left.push(where+' never executed and untyped');return}
    if(!site)left.push(where+' never executed in tests')
    // named local interface → shape const
    const tn=t?.type==='TSTypeReference'&&types[t.typeName.name]
    const cols=keys.map(k=>{const d=decl.get(k);if(mem&&!d&&site)left.push(where+' column not declared: '+k);return [k,colText(k,site?.fields[k],d,site?.nulls[k],where)]})
    for(const k of decl.keys())if(!keys.includes(k))left.push(where+' declared but not selected: '+k)
    if(cols.length===2&&cols[0][0]==='id'&&cols[1][0]==='version'){used.add('idAndVersion');return 'idAndVersion'}
    const lit=`{ ${cols.map(([k,v])=>`${quoteKey(k)}: ${v}`).join(', ')} }`
    if(tn&&!tn.ext){
      const n=t.typeName.name
      if(typeUses[n]<=1&&!T(parents.get(tn.node)).startsWith('export')){ if(!tn.removed){tn.removed=true; const p=parents.get(tn.node).type==='ExportNamedDeclaration'?parents.get(tn.node):tn.node; 
          // remove with leading comment? keep comment check
          const before=src.slice(0,p.start); const cm=/(\/\*\*(?:(?!\*\/)[\s\S])*\*\/\s*)$/.exec(before); if(cm)left.push(where+' removed interface with comment: '+n); ms.remove(p.start,p.end)} return lit}
      const cn=n[0].toLowerCase()+n.slice(1)
      if(!shapeConsts[n]){shapeConsts[n]=lit
        const p=parents.get(tn.node).type==='ExportNamedDeclaration'?parents.get(tn.node):tn.node; const exp=p!==tn.node?'export ':''
        const memberSrc=new Map(); for(let i=0;i<tn.members.length;i++){const m=tn.members[i];const prevEnd=i?tn.members[i-1].end:src.indexOf('{',tn.node.id.end)+1;const c=src.slice(prevEnd,m.start);const com=/\/\*[\s\S]*\*\//.exec(c);if(com)memberSrc.set(keyOf(m),com[0])}
        const body=cols.map(([k,v])=>(memberSrc.get(k)?'\n'+memberSrc.get(k)+'\n':'')+`${quoteKey(k)}: ${v}`).join(', ')
        used.add('type RowOf')
        ms.overwrite(p.start,p.end,`const ${cn} = { ${body} } as const\n${exp}type ${n} = RowOf<typeof ${cn}>`)
      } else if(shapeConsts[n]!==lit)left.push(where+' differs from shape of '+n)
      return cn
    }
    return lit
  }
  const up=n=>{let p=parents.get(n);while(p&&(p.type==='ParenthesizedExpression'))p=parents.get(p);return p}
  const fnOf=n=>{let p=parents.get(n);while(p&&!/Function|Program/.test(p.type))p=parents.get(p);return p}
  const stmtOf=n=>{let p=n;while(parents.get(p)&&!['BlockStatement','Program','FunctionBody'].includes(parents.get(p).type))p=parents.get(p);return p}
  const scopeOf=n=>{let p=parents.get(n);while(p&&!['BlockStatement','Program','FunctionBody'].includes(p.type))p=parents.get(p);return p}
  walk(program,{enter(n){
    if(n.type!=='CallExpression'||n.callee.type!=='MemberExpression'||n.callee.property.name!=='query'||n.callee.computed)return
    const arg=n.arguments[0]; if(!arg||n.arguments.length!==1)return
    const at=lc(n.callee.property.start); const where=f+':'+at[0]
    if(arg.type==='ObjectExpression'){left.push(where+' object');return}
    const site=sites.get(f.replace('server/','')+':'+at[0]+':'+at[1])
    const X=T(n.callee.object)
    const call=(fn,shape)=>`${fn}(${X}, ${ms.slice(arg.start,arg.end)}${shape?`, ${shape}`:''})`
    const aw=up(n); if(aw?.type!=='AwaitExpression'){left.push(where+' not awaited: '+src.slice(n.start,n.start+60).replace(/\s+/g,' '));return}
    let p=up(aw), outer=aw, castT
    if(p.type==='TSAsExpression'){castT=p.typeAnnotation;outer=p;p=up(p)}
    const tArg=n.typeArguments?.params?.[0]
    if(p.type==='ExpressionStatement'){ms.overwrite(n.start,n.end,call('execute'));used.add('execute');touched=true;done++;return}
    if(p.type==='MemberExpression'&&p.property.name==='rowCount'){left.push(where+' member rowCount');return}
    const elem=t=>t?.type==='TSArrayType'?t.elementType:t?.type==='TSTypeOperator'?elem(t.typeAnnotation):t?.type==='TSTypeReference'&&['Array','ReadonlyArray'].includes(t.typeName.name)?t.typeArguments.params[0]:undefined
    if(p.type==='VariableDeclarator'&&p.id.type==='ObjectPattern'&&p.id.properties.length===1){
      const prop=p.id.properties[0], what=prop.key.name, local=prop.value.name
      const decl=parents.get(p), fn=scopeOf(p)
      if(what==='rowCount'){ms.overwrite(p.id.start,p.id.end,local);ms.overwrite(n.start,n.end,call('execute'));used.add('execute');touched=true;done++;return}
      if(what!=='rows'||decl.declarations.length!==1){left.push(where+' pattern');return}
      // refs
      const refs=[]
      walk(fn,{enter(m,mp){if(m.type==='Identifier'&&m.name===local&&m!==prop.key&&m!==prop.value&&!(mp?.type==='MemberExpression'&&mp.property===m&&!mp.computed)&&!(mp?.type==='Property'&&mp.key===m&&!mp.shorthand)&&m.start>p.end)refs.push(m)}})
      let rowT=tArg??(castT&&membersOf(castT)?elem(membersOf(castT).find(m=>keyOf(m)==='rows')?.typeAnnotation.typeAnnotation):undefined)
      const infos=refs.map(r=>{let q=up(r),o=r,first=false,t,nonNull=false
        if(q.type==='MemberExpression'&&q.object===r&&q.computed&&q.property.value===0){first=true;o=q;q=up(q)}
        if(q.type==='TSNonNullExpression'){nonNull=true;o=q;q=up(q)}
        if(q.type==='TSAsExpression'){t=q.typeAnnotation;o=q;q=up(q);if(q.type==='TSAsExpression'){t=q.typeAnnotation;o=q;q=up(q)}}
        // parens
        let po=parents.get(o); let wrap=o; while(po?.type==='ParenthesizedExpression'){wrap=po;po=parents.get(po)}
        return {r,q:po,o,wrap,first,t,nonNull}})
      for(const i of infos)if(i.t){ const t=i.first?(i.t.type==='TSUnionType'?i.t.types.find(x=>x.type!=='TSUndefinedKeyword'):i.t):elem(i.t); if(t&&!rowT)rowT=t }
      if(rowT&&T(rowT)==='unknown')rowT=undefined
      const shape=shapeOf(site,rowT,where); if(!shape)return
      touched=true;done++
      const allFirst=infos.length>0&&infos.every(i=>i.first)
      if(!allFirst){
        // many
        const onlyRet=infos.length===1&&infos[0].q.type==='ReturnStatement'&&stmtOf(p)===stmtBefore(fn,infos[0].q)
        used.add('many')
        if(onlyRet){ms.overwrite(decl.start,infos[0].q.end,`return ${call('many',shape)}`);return}
        ms.overwrite(p.id.start,p.id.end,local)
        ms.overwrite(aw.start,outer.end,'await '+call('many',shape))
        for(const i of infos){ if(i.first){if(i.t)ms.overwrite(i.wrap.start,i.wrap.end,`${local}[0]${i.t.type!=='TSUnionType'?'!':''}`)}
          else if(i.t)ms.overwrite(i.wrap.start,i.wrap.end,i.q.type==='Property'&&i.q.shorthand?local:local) }
        return
      }
      const optional=infos.some(i=>!i.nonNull&&(!i.t||(i.t.type==='TSUnionType'&&i.t.types.some(x=>x.type==='TSUndefinedKeyword'))))
      const fnName=optional?'maybeOne':'one'; used.add(fnName)
      const only1=infos.length===1&&infos[0]
      if(only1&&only1.q.type==='ReturnStatement'&&stmtOf(p)===stmtBefore(fn,only1.q)){ms.overwrite(decl.start,only1.q.end,`return ${call(fnName,shape)}`);return}
      if(only1&&only1.q.type==='VariableDeclarator'&&stmtOf(p)===stmtBefore(fn,parents.get(only1.q))){
        ms.overwrite(decl.start,parents.get(only1.q).end,`const ${T(only1.q.id)} = await ${call(fnName,shape)}`);return}
      ms.overwrite(p.id.start,p.id.end,'row'); left.push(where+' named row')
      ms.overwrite(aw.start,outer.end,'await '+call(fnName,shape))
      for(const i of infos)ms.overwrite(i.wrap.start,i.wrap.end,'row')
      return
    }
    if(p.type==='VariableDeclarator'&&p.id.type==='Identifier'){
      const local=p.id.name, fn=scopeOf(p), refs=[]
      walk(fn,{enter(m,mp){if(m.type==='Identifier'&&m.name===local&&m!==p.id&&!(mp?.type==='MemberExpression'&&mp.property===m&&!mp.computed)&&!(mp?.type==='Property'&&mp.key===m&&!mp.shorthand)&&m.start>p.end)refs.push(m)}})
      if(!refs.every(r=>parents.get(r).type==='MemberExpression'&&parents.get(r).object===r&&['rows','rowCount'].includes(parents.get(r).property.name))){left.push(where+' result used otherwise');return}
      const kinds=new Set(refs.map(r=>parents.get(r).property.name))
      if(kinds.size===1&&kinds.has('rowCount')){
        ms.overwrite(n.start,n.end,call('execute'));used.add('execute');for(const r of refs){const m=parents.get(r);ms.overwrite(m.start,m.end,local)};touched=true;done++;return}
      if(kinds.has('rowCount')){left.push(where+' rows and rowCount');return}
      let rowT=tArg
      const info=refs.map(r=>{const m=parents.get(r);let o=m,q=up(m),t,first=false,nn=false
        if(q.type==='MemberExpression'&&q.object===m&&q.computed&&q.property.value===0){first=true;o=q;q=up(q)}
        if(q.type==='TSNonNullExpression'){nn=true;o=q;q=up(q)}
        if(q.type==='TSAsExpression'){t=q.typeAnnotation;o=q;q=up(q)}
        let po=parents.get(o),wrap=o;while(po?.type==='ParenthesizedExpression'){wrap=po;po=parents.get(po)}
        return{m,o,wrap,t,first,nn}})
      for(const i of info)if(i.t&&!rowT)rowT=i.first?(i.t.type==='TSUnionType'?i.t.types.find(x=>x.type!=='TSUndefinedKeyword'):i.t):elem(i.t)
      const shape=shapeOf(site,rowT,where); if(!shape)return
      touched=true;done++
      const allFirst=info.every(i=>i.first)
      const opt=info.some(i=>!i.nn&&(!i.t||(i.t.type==='TSUnionType')))
      const fnName=allFirst?(opt?'maybeOne':'one'):'many'; used.add(fnName)
      ms.overwrite(aw.start,outer.end,'await '+call(fnName,shape))
      for(const i of info)ms.overwrite(i.wrap.start,i.wrap.end,allFirst?local:i.first?`${local}[0]${i.nn||(i.t&&i.t.type!=='TSUnionType')?'!':''}`:local)
      return
    }
    if(p.type==='MemberExpression'&&p.property.name==='rows'){
      let rowT=tArg??(castT&&membersOf(castT)?elem(membersOf(castT).find(m=>keyOf(m)==='rows')?.typeAnnotation.typeAnnotation):undefined)
      let o=p,q=up(p); if(q.type==='TSAsExpression'){rowT??=elem(q.typeAnnotation);o=q}
      const shape=shapeOf(site,rowT,where); if(!shape)return
      used.add('many');ms.overwrite(o.start,o.end,'(await '+call('many',shape)+')');touched=true;done++;return
    }
    left.push(where+' other: '+p.type+' '+src.slice(n.start-30,n.start+50).replace(/\s+/g,' '))
  }})
  function stmtBefore(fn,st){const body=fn.body??fn.statements??[];const arr=Array.isArray(body)?body:body.body;let s=st;while(!arr.includes(s)&&parents.get(s))s=parents.get(s);return arr[arr.indexOf(s)-1]}
  if(!touched)continue
  let out=ms.toString()
  const idv=used.delete('idAndVersion'); const rowOf=used.delete('type RowOf')
  const m=/\nimport \{ ([^}]*) \} from '([^']*database\/sql\.ts)'/.exec('\n'+out)
  const need=new Set(used)
  if(m){for(const x of m[1].split(',').map(x=>x.trim()))need.add(x)
    for(const x of ['sql','raw','many','one','maybeOne','execute'])if(need.has(x)&&!new RegExp(`\\b${x}[(\`]`).test(out.replace(/import \{[^}]*\}/g,'')))need.delete(x)
    out=out.replace(m[0].slice(1),`import { ${[...need].sort().join(', ')} } from '${m[2]}'`)
  }else{const rel=(x=>x.startsWith('.')?x:'./'+x)(relative(dirname(f),'server/database/sql.ts'));out=`import { ${[...need].sort().join(', ')} } from '${rel}'\n`+out}
  if(rowOf){const rel=(x=>x.startsWith('.')?x:'./'+x)(relative(dirname(f),'server/database/sql.ts'));const tm=/import type \{ ([^}]*) \} from '[^']*database\/sql\.ts'/.exec(out);out=tm?out.replace(tm[0],tm[0].replace(tm[1],'RowOf, '+tm[1])):`import type { RowOf } from '${rel}'\n`+out}
  if(idv){const rel=(x=>x.startsWith('.')?x:'./'+x)(relative(dirname(f),'server/rest/changes.ts'));const cm=/import \{ ([^}]*) \} from '[^']*\/changes\.ts'/.exec(out);out=cm?(cm[1].includes('idAndVersion')?out:out.replace(cm[0],cm[0].replace(cm[1],cm[1]+', idAndVersion'))):`import { idAndVersion } from '${rel}'\n`+out}
  if(!dry)writeFileSync(root+f,out)
}
console.log(done,'done');console.log(left.join('\n'))
