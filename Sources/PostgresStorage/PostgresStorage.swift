#if PostgreSQL
  import CPostgres
  import StorageContract
#endif
