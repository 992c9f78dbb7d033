import SearchableMap from "minisearch/SearchableMap";
import { stemmer } from "stemmer";
window.searchLibrary = { SearchableMap, stemmer };
